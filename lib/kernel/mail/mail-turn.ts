import type { MailTemplate } from "@/lib/kernel/mail/mail-template";

type Template = MailTemplate["template"];

// By urgency for a waiting person: codes that are typed now, then links that sign in, then notices.
const notices = [
  "administrator_added",
  "audit_checkpoint",
  "trusted_device_added",
  "password_changed",
  "factors_changed",
  "address_changed",
] as const;
const links = ["password_reset", "set_password", "onboarding", "delivery_test"] as const;
const codes = ["login_code", "step_up_code"] as const;
const byUrgency = [notices, links, codes] as const;

/** Its type refuses a template that is in none of the lists. */
function urgencyOf(template: (typeof byUrgency)[number][number]): number {
  return byUrgency.findIndex((group) => group.some((one) => one === template));
}

/** Start of the turns' seconds: a queue's priority is a 32-bit number. */
const EPOCH = Date.UTC(2026, 0, 1) / 1000;
/** Distance of the urgencies, in seconds: longer than this scheme will be in use. */
const APART = 700_000_000;

/** Returns the templates that are as urgent as this one. */
export function equallyUrgent(template: Template): Template[] {
  return [...(byUrgency[urgencyOf(template)] ?? [])];
}

/** Returns the priority of a message in the queue of all tenants: a higher number goes first. Among equally
 *  urgent messages each tenant gets one per second of virtual time, so that the thousandth message of one
 *  tenant comes after the first of another that arrives within the next 1,000 seconds (start-time fair
 *  queueing). No message waits for its virtual time: a single tenant sends as fast as the server accepts its
 *  mail.
 *  @param ahead how many equally urgent messages of the same tenant wait already */
export function mailTurn(template: Template, at: Date, ahead: number): number {
  const second = Math.floor(at.getTime() / 1000) - EPOCH;
  return urgencyOf(template) * APART - second - ahead;
}
