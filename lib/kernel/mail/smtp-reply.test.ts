import { expect, test } from "vitest";
import { type Fault, faultOf } from "./smtp-reply";

const replies: [command: string, reply: string, fault: Fault][] = [
  ["CONN", "421 4.3.2 too many connections", "nobody"],
  ["CONN", "554 5.3.2 no mail today", "service"],
  ["EHLO", "501 5.5.4 invalid domain name", "service"],
  ["STARTTLS", "454 4.7.0 TLS not available", "nobody"],
  ["STARTTLS", "554 5.7.3 TLS refused", "service"],
  ["AUTH PLAIN", "535 5.7.8 authentication failed", "service"],
  ["AUTH PLAIN", "454 4.7.0 temporary authentication failure", "nobody"],
  ["MAIL FROM", "530 5.7.0 Authentication required", "service"],
  ["MAIL FROM", "530 Must issue a STARTTLS command first", "service"],
  ["MAIL FROM", "534 5.7.9 mechanism too weak", "service"],
  ["MAIL FROM", "538 5.7.11 encryption required", "service"],
  ["MAIL FROM", "550 5.7.1 sender is not allowed", "service"],
  ["MAIL FROM", "553 5.1.8 sender's domain does not exist", "service"],
  ["MAIL FROM", "550 sender refused", "service"],
  ["MAIL FROM", "452 4.3.1 not enough space", "nobody"],
  ["MAIL FROM", "552 5.3.4 message too big", "message"],
  ["MAIL FROM", "554 5.6.0 content refused", "message"],
  ["RCPT TO", "530 5.7.0 Authentication required", "service"],
  ["RCPT TO", "550 5.1.8 sender's domain does not exist", "service"],
  ["RCPT TO", "450 4.2.0 greylisted", "nobody"],
  ["RCPT TO", "451 4.7.1 try again later", "nobody"],
  ["RCPT TO", "550 5.1.1 no such user", "message"],
  ["RCPT TO", "550 no such user", "message"],
  ["RCPT TO", "550 5.2.1 mailbox disabled", "message"],
  ["RCPT TO", "552 5.2.2 mailbox full", "message"],
  ["RCPT TO", "550 5.7.1 refused by the recipient's policy", "message"],
  ["DATA", "552 5.2.3 message too large", "message"],
  ["DATA", "554 5.6.0 content refused", "message"],
  ["DATA", "550 5.7.1 looks like spam", "message"],
  ["DATA", "451 4.3.0 local error", "nobody"],
];

test.each(replies)("%s: %s is the fault of: %s", (command, text, fault) => {
  expect(faultOf({ code: Number(text.slice(0, 3)), text, command })).toBe(fault);
});

test("a missing reply is a temporary fault", () => {
  expect(faultOf({ code: null, text: "connect ECONNREFUSED", command: "CONN" })).toBe("nobody");
});
