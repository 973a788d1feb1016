import type { MailTemplate } from "@/lib/mail/mail-template";

type Template = MailTemplate["template"];

/** What a person is waiting for goes first: a code that is typed now, then a link that lets somebody in, then
 *  what merely tells. */
const urgency: Record<Template, 0 | 1 | 2> = {
  login_code: 2,
  step_up_code: 2,
  password_reset: 1,
  set_password: 1,
  onboarding: 1,
  delivery_test: 1,
  administrator_added: 0,
  trusted_device_added: 0,
  password_changed: 0,
  address_changed: 0,
};

/** Seconds from the epoch of turns: a queue's priority is a 32-bit number. */
const EPOCH = Date.UTC(2026, 0, 1) / 1000;
/** Apart from each other by more seconds than this scheme will be in use. */
const APART = 700_000_000;

/** The templates that are as urgent as this one. */
export function equallyUrgent(template: Template): Template[] {
  const all = Object.keys(urgency) as Template[];
  return all.filter((other) => urgency[other] === urgency[template]);
}

/** Where a message stands in the queue of all tenants: a higher number goes first. Among equally urgent messages
 *  each tenant gets one a second of imagined time, so that the thousandth message of one tenant stands behind
 *  the first of another that comes within the next 1,000 seconds (start-time fair queueing). Nothing waits for
 *  that time to come: a tenant that is alone goes as fast as the server takes its mail.
 *  @param ahead how many equally urgent messages of the same tenant wait already */
export function mailTurn(template: Template, at: Date, ahead: number): number {
  const second = Math.floor(at.getTime() / 1000) - EPOCH;
  return urgency[template] * APART - second - ahead;
}
