//! Prompts to an endpoint, by a simulated host: replies, causes, one at a time.

// Helpers of tests are not seen as tests.
use proofmark::eval::{Answer, Ask, AskStep};
use proofmark::exchange::{Endpoint, Fault, Limits, Options, Protocol};

fn ask(retries: u32) -> Ask {
    let options = Options { allow_private: true, ..Options::default() };
    let endpoint = Endpoint::new("https://agent.example/chat", Protocol::Json, options).unwrap();
    Ask::new(endpoint, Limits::new(25_000, retries, 4096).unwrap(), "seed")
}

/// Answers every request with what `host` says, and the prompt's end.
fn run(ask: &mut Ask, host: impl Fn(&str) -> Result<(u16, &'static str), Fault>) -> Answer {
    let mut now = 1_795_194_000_000;
    loop {
        match ask.next(now) {
            AskStep::Send { request, .. } => {
                now += 100;
                match host(request.body.as_deref().unwrap_or_default()) {
                    Err(fault) => ask.report_fault(fault, now),
                    Ok((status, body)) => {
                        ask.receive_head(status, [("content-type", "application/json")], now);
                        ask.receive_chunk(body.as_bytes(), now);
                        ask.receive_end(now);
                    }
                }
            }
            AskStep::Wait { until } => now = until,
            AskStep::Answer(answer) => return *answer,
            AskStep::Idle => panic!("a prompt is under way"),
        }
    }
}

#[test]
fn a_reply_is_text_and_a_failure_is_a_cause() {
    let mut ask = ask(0);
    assert!(matches!(ask.next(0), AskStep::Idle));
    ask.begin("What?".to_owned()).unwrap();
    let answer = run(&mut ask, |body| {
        assert!(body.contains("What?"));
        Ok((200, r#"{"response":"FINAL_A"}"#))
    });
    assert_eq!(answer.reply, Ok("FINAL_A".to_owned()));
    assert_eq!((answer.latency_ms, answer.attempts), (100, 1));

    ask.begin("Again?".to_owned()).unwrap();
    let answer = run(&mut ask, |_| Ok((500, "")));
    assert_eq!(answer.reply, Err("http.500".to_owned()));
    ask.begin("And again?".to_owned()).unwrap();
    let answer = run(&mut ask, |_| Err(Fault::Refused));
    assert_eq!(answer.reply, Err("network.refused".to_owned()));
}

#[test]
fn a_passing_failure_is_tried_again_as_in_a_run() {
    let mut ask = ask(2);
    ask.begin("What?".to_owned()).unwrap();
    let answer = run(&mut ask, |_| Ok((503, "")));
    assert_eq!(answer.reply, Err("http.503".to_owned()));
    assert_eq!(answer.attempts, 3);
    assert!(answer.latency_ms > 300, "the waits between are counted");
}

#[test]
fn one_prompt_at_a_time() {
    let mut ask = ask(0);
    ask.begin("What?".to_owned()).unwrap();
    assert_eq!(ask.begin("And?".to_owned()).unwrap_err().code(), "ask.busy");
    let answer = run(&mut ask, |_| Ok((200, r#"{"response":"4"}"#)));
    assert_eq!(answer.reply, Ok("4".to_owned()), "the first one goes on");
    ask.begin("And?".to_owned()).unwrap();
}
