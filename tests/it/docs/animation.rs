//! `docs/pictures/first-game.svg` is a moving picture of a session.
//!
//! The picture is the whole session as one tall text that scrolls. A curtain hides the lines not
//! printed yet, and commands appear as if typed.

use std::fmt::Write as _;

use anstyle_svg::{Term, WIN10_CONSOLE};

/// The lines that the picture shows at once.
const ROWS: usize = 24;

/// The height of a line, and the top of the first one, in pixels as `anstyle_svg` draws them.
const LINE: usize = 18;
const TOP: usize = 14;

/// Seconds before a command is typed, before its output appears, and at the end.
const READING: f64 = 2.5;
const TYPING: f64 = 0.8;
const END: f64 = 5.0;

/// Draws a session that begins with `prompt`; each step is a typed line and its output, which ends
/// with the next prompt.
pub fn animate(prompt: &str, steps: &[(&str, String)]) -> String {
    let output: String = steps.iter().map(|(_, screen)| screen.as_str()).collect();
    let text = format!("{prompt}{output}");
    let mut svg = Term::new()
        .palette(WIN10_CONSOLE)
        .min_width_px(0)
        .render_svg(&text);

    let seconds = steps.len() as f64 * (READING + TYPING) + END - READING + TYPING;
    let percent = |time: f64| 100.0 * time / seconds;
    let (mut style, mut scroll, mut curtain) = (String::new(), String::new(), String::new());
    let (mut line, mut time) = (0, TYPING);
    let mut show = |line: usize, time: f64| {
        let hidden_above = (line + 1).saturating_sub(ROWS) * LINE;
        let printed = TOP + (line + 1) * LINE;
        let at = percent(time);
        let _ = write!(
            scroll,
            "{at:.1}% {{ transform: translateY(-{hidden_above}px) }} "
        );
        let _ = write!(
            curtain,
            "{at:.1}% {{ transform: translateY({printed}px) }} "
        );
        (hidden_above, printed)
    };
    let (mut hidden_above, mut printed) = show(line, 0.0);
    for (step, (typed, screen)) in steps.iter().enumerate() {
        type_line(&mut svg, line, typed, step);
        let at = percent(time);
        let _ = write!(
            style,
            "@keyframes typed{step} {{ 0% {{ visibility: hidden }} {at:.1}% {{ visibility: visible }} }}
    .typed{step} {{ animation: typed{step} {seconds:.1}s step-end infinite }}
    "
        );
        line += screen.matches('\n').count();
        time += TYPING;
        (hidden_above, printed) = show(line, time);
        time += READING;
    }
    // Without animation the picture is the end of the session.
    let _ = write!(
        style,
        "@keyframes scroll {{ {scroll}}}
    @keyframes curtain {{ {curtain}}}
    .scroll {{ transform: translateY(-{hidden_above}px); animation: scroll {seconds:.1}s step-end infinite }}
    .curtain {{ transform: translateY({printed}px); animation: curtain {seconds:.1}s step-end infinite }}
    @media (prefers-reduced-motion: reduce) {{ * {{ animation: none !important }} }}
  </style>"
    );
    let height = svg
        .split("height=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let height = format!("height=\"{}\"", height.expect("a height"));
    let visible = format!("height=\"{}px\"", ROWS * LINE + 2 * TOP);
    svg = svg.replacen(&height, &visible, 1);
    svg = svg.replacen("</style>", &style, 1);
    svg = svg.replacen("<text ", "<g class=\"scroll\">\n  <text ", 1);
    // The last rectangle covers the scrolled line above the first row.
    let covers = format!(
        "</text>
  <rect width=\"100%\" height=\"1000%\" class=\"bg curtain\" />
  </g>
  <rect width=\"100%\" height=\"{TOP}\" rx=\"4.5\" class=\"bg\" />"
    );
    svg.replacen("</text>", &covers, 1)
}

/// Marks the typed end of a line.
fn type_line(svg: &mut String, line: usize, typed: &str, step: usize) {
    let top = format!("y=\"{}px\">", TOP * 2 + line * LINE);
    let start = svg.find(&top).expect("the line");
    let typed = typed.replace('<', "&lt;").replace('>', "&gt;");
    let marked = svg[start..].replacen(
        &format!("{typed}</tspan>"),
        &format!("<tspan class=\"typed{step}\">{typed}</tspan></tspan>"),
        1,
    );
    svg.replace_range(start.., &marked);
}
