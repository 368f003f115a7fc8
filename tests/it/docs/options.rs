//! The command line in the docs is the program's, and all of it is there.

use std::collections::BTreeSet;

use super::page::{Page, Part};
use crate::support::process::run;

/// The program's commands, their options and the environment's variables, as `--help` names them.
#[derive(Default)]
struct Help {
    commands: BTreeSet<String>,
    options: BTreeSet<String>,
    variables: BTreeSet<String>,
}

impl Help {
    fn read() -> Self {
        let mut help = Self::default();
        help.of(&[]);
        // what clap adds by itself
        help.options.insert("--help".to_owned());
        help.options.insert("--version".to_owned());
        assert!(help.options.len() > 6 && help.commands.contains("token create") && help.variables.contains("COUNTERSIGN_LISTEN"));
        help
    }

    fn of(&mut self, command: &[&str]) {
        let output = run(&[command, &["--help"]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        self.options.extend(options(&text));
        self.variables.extend(text.split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next()).map(str::to_owned));
        let commands = text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
        for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
            let command = [command, &[name]].concat();
            self.commands.insert(command.join(" "));
            self.of(&command);
        }
    }
}

/// The words of `text` that are options.
fn options(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase())))
        .map(str::to_owned)
}

/// What of `text` is an invocation of the program: what follows its name, up to the line's end.
fn invocations(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().flat_map(|line| line.split(" && ").map(str::to_owned).collect::<Vec<_>>());
    lines
        .filter_map(|line| {
            let at = line.rfind("countersign ").filter(|at| *at == 0 || line[..*at].ends_with([' ', '/', '=']))?;
            let rest = line[at + "countersign ".len()..].split(" #").next().unwrap_or_default();
            // another program's word for us: `mcp add countersign …`
            let ours =
                rest.split_whitespace().next().is_some_and(|word| word.starts_with("--") || word.chars().all(|c| c.is_ascii_lowercase()));
            (ours && !line[..at].contains("mcp add")).then(|| rest.to_owned())
        })
        .collect()
}

fn code(page: &Page) -> Vec<String> {
    let blocks = page.parts().into_iter().filter_map(|part| match part {
        Part::Block { info, body, .. } if ["sh", "ini"].contains(&info.as_str()) => Some(body),
        _ => None,
    });
    blocks.chain(page.code_spans().into_iter().filter(|span| span.starts_with("countersign ") || span.starts_with("--"))).collect()
}

#[test]
fn every_command_and_option_named_exists() {
    let help = Help::read();
    let mut seen = 0;
    for page in Page::all() {
        for code in code(&page) {
            let given = if code.starts_with("--") { vec![code.clone()] } else { invocations(&code) };
            for given in given {
                for option in options(&given) {
                    assert!(help.options.contains(&option), "{}: {option} in `{given}`", page.name());
                    seen += 1;
                }
                if let Some(command) = given.split_whitespace().next().filter(|word| !word.starts_with("--")) {
                    assert!(help.commands.contains(command), "{}: countersign {command}", page.name());
                    seen += 1;
                }
            }
        }
        for variable in page.text.split("COUNTERSIGN_").skip(1) {
            let name: String = variable.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
            let known = help.variables.contains(&format!("COUNTERSIGN_{name}")) || ["TOKEN", "URL"].contains(&name.as_str());
            assert!(known, "{}: COUNTERSIGN_{name}", page.name());
        }
    }
    assert!(seen > 15, "only {seen}");
}

#[test]
fn everything_of_the_command_line_is_told() {
    let help = Help::read();
    let page = Page::read(&super::page::root().join("docs/operate.md"));
    let code = format!("{}\n{}", page.code_spans().join("\n"), code(&page).join("\n"));
    for name in help.options.iter().chain(&help.variables) {
        assert!(code.contains(name.as_str()), "docs/operate.md does not tell of {name}");
    }
    for command in &help.commands {
        assert!(code.contains(&format!("countersign {command}")), "docs/operate.md does not tell of countersign {command}");
    }
}
