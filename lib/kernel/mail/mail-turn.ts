import type { MailTemplate } from "@/lib/kernel/mail/mail-template";

type Template = MailTemplate["template"];

// What a person is waiting for goes first: a code that is typed now, then a link that lets somebody in, then what
// merely tells.
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

/** Does not take a template that is in none of the lists. */
function urgencyOf(template: (typeof byUrgency)[number][number]): number {
  return byUrgency.findIndex((group) => group.some((one) => one === template));
}

/** Seconds from the epoch of turns: a queue's priority is a 32-bit number. */
const EPOCH = Date.UTC(2026, 0, 1) / 1000;
/** Apart from each other by more seconds than this scheme will be in use. */
const APART = 700_000_000;

/** The templates that are as urgent as this one. */
export function equallyUrgent(template: Template): Template[] {
  return [...(byUrgency[urgencyOf(template)] ?? [])];
}

/** Where a message stands in the queue of all tenants: a higher number goes first. Among equally urgent messages
 *  each tenant gets one a second of imagined time, so that the thousandth message of one tenant stands behind
 *  the first of another that comes within the next 1,000 seconds (start-time fair queueing). Nothing waits for
 *  that time to come: a tenant that is alone goes as fast as the server takes its mail.
 *  @param ahead how many equally urgent messages of the same tenant wait already */
export function mailTurn(template: Template, at: Date, ahead: number): number {
  const second = Math.floor(at.getTime() / 1000) - EPOCH;
  return urgencyOf(template) * APART - second - ahead;
}
