//! How long an answer takes, as a multiple of `/healthz` measured in turn with it.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::serving::http::Connection;
use crate::serving::{Agent, Serving};

const ROUNDS: usize = 500;
const WARM_UP: usize = 50;

/// Prints the median and the 99th percentile of each kind of request.
pub fn measure(serving: &Serving, agent: &Agent, review: &str) -> Result<()> {
    let mut connection = serving.connect()?;
    let opened = agent.call(&mut connection, "elicit_proposal", &proposal())?;
    let status = json!({ "elicitationId": opened["elicitationId"] });
    let kinds: [(&str, Request); 4] = [
        ("GET /healthz", &|connection| page(connection, "/healthz")),
        ("GET the review page", &|connection| page(connection, review)),
        ("elicit_status", &|connection| agent.call(connection, "elicit_status", &status).map(drop)),
        ("elicit_proposal", &|connection| agent.call(connection, "elicit_proposal", &proposal()).map(drop)),
    ];
    let mut times = kinds.map(|_| Vec::with_capacity(ROUNDS));
    for round in 0..WARM_UP + ROUNDS {
        for ((_, request), times) in kinds.iter().zip(&mut times) {
            let started = Instant::now();
            request(&mut connection)?;
            if round >= WARM_UP {
                times.push(started.elapsed());
            }
        }
    }
    for times in &mut times {
        times.sort();
    }
    let unit = percentile(&times[0], 50).as_secs_f64();
    println!("\nTime of an answer, one connection      p50        p99   p50 and p99 as multiples of /healthz");
    for ((name, _), times) in kinds.iter().zip(&times) {
        let [p50, p99] = [50, 99].map(|percent| percentile(times, percent).as_secs_f64());
        println!("  {name:<28}{:>9.0} µs{:>8.0} µs{:>9.1} x{:>8.1} x", p50 * 1e6, p99 * 1e6, p50 / unit, p99 / unit);
    }
    Ok(())
}

type Request<'a> = &'a dyn Fn(&mut Connection) -> Result<()>;

fn page(connection: &mut Connection, path: &str) -> Result<()> {
    let answer = connection.get(path, &[])?;
    if answer.status != 200 {
        bail!("{path}: {}", answer.status);
    }
    Ok(())
}

/// A small proposal, as agents make them.
pub fn proposal() -> Value {
    json!({
        "message": "Review Northwind Traders",
        "columns": { "sources": [{ "key": "web", "label": "Web" }, { "key": "registry", "label": "Registry" }], "current": { "label": "CRM" } },
        "requestedSchema": {
            "type": "object",
            "properties": {
                "name": { "type": "string", "title": "Name", "default": "Northwind Traders Ltd" },
                "employees": { "type": "integer", "title": "Employees", "minimum": 0, "default": 240 },
                "website": { "type": "string", "title": "Website", "format": "uri", "default": "https://northwind.example" },
                "tier": { "type": "string", "title": "Tier", "enum": ["A", "B", "C"], "default": "B" }
            },
            "required": ["name"]
        },
        "fields": {
            "name": { "sources": { "web": "Northwind Traders Ltd", "registry": "NORTHWIND TRADERS LTD" }, "current": "Northwind" },
            "employees": { "sources": { "web": 240 }, "current": 230 },
            "website": { "sources": { "web": "https://northwind.example" } }
        },
        "context": { "record": "42" }
    })
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}
