//! Templates that would take a server down, sent to a real one: each is answered, costs what it may cost, and holds up nobody else.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::support::process::{Server, token};
use super::support::{client, proposal};

/// What a rendering may use (contract § 7), and what the calls around it do.
const MEMORY_KIB: u64 = 64 << 10;
const AROUND_KIB: u64 = 32 << 10;

fn bombs() -> [(&'static str, String); 7] {
    let double = "{% assign s = 'ab' %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s | size }}";
    [
        ("nested ranges of 10^9", "{% for i in (1..1000000000) %}{% for j in (1..1000000000) %}.{% endfor %}{% endfor %}".into()),
        ("a range of 10^9 as a list", "{{ (1..1000000000) | join: ',' }}".into()),
        ("a string doubled in a loop", double.into()),
        ("a list doubled in a loop", "{% assign l = (1..10) %}{% for i in (1..60) %}{% assign l = l | concat: l %}{% endfor %}".into()),
        ("deep nesting", "{% if true %}".repeat(2400) + "x" + &"{% endif %}".repeat(2400)),
        ("64 KiB of tags", "{% assign a = 1 %}".repeat(3640)),
        ("64 KiB of open elements", "<b>".repeat(21_000)),
    ]
}

/// The most memory the process had since the last call, in KiB; what it has now becomes the start of the next count.
fn peak(process: u32) -> u64 {
    let proc = |file: &str| PathBuf::from(format!("/proc/{process}/{file}"));
    let status = std::fs::read_to_string(proc("status")).unwrap();
    std::fs::write(proc("clear_refs"), "5").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn each_bomb_is_answered_within_its_bounds() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let server = Server::start(&database);
    let agent = server.agent(&token(&database, "ada"));
    let bystander = server.agent(&token(&database, "bob"));
    let small = bystander.open(&proposal()).await;

    for (name, template) in bombs() {
        peak(server.id());
        let before = peak(server.id());
        let (done, served) = (AtomicBool::new(false), AtomicUsize::new(0));
        let others = async {
            while !done.load(Ordering::SeqCst) {
                assert_eq!(bystander.status(&small.id).await, "pending");
                served.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let bomb = async {
            let begun = Instant::now();
            let answer = agent.call("elicit_approval", &json!({ "message": name, "context": {}, "displayTemplate": template })).await;
            done.store(true, Ordering::SeqCst);
            (answer, begun.elapsed())
        };
        let ((answer, took), ()) = tokio::join!(bomb, others);
        let used = peak(server.id()).saturating_sub(before);
        println!(
            "{name}: {} ms, peak {} MiB more, {} other calls served meanwhile",
            took.as_millis(),
            used >> 10,
            served.load(Ordering::SeqCst)
        );
        assert!(used < MEMORY_KIB + AROUND_KIB, "{name}: {used} KiB");
        if answer.is_error {
            // too deep to be parsed: a fault of the call
            assert!(answer.text.starts_with("displayTemplate: "), "{name}: {}", answer.text);
            continue;
        }
        let page = client::http().get(client::opened(&answer).review_url).send().await.unwrap();
        let (status, html) = (page.status(), page.text().await.unwrap());
        assert!(status == 200 && html.contains(name), "{name}: the page shows the request");
    }
}
