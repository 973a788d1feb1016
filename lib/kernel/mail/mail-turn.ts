import { type TemplateName, templates } from "@/emails/templates";

const BY_URGENCY = ["notice", "link", "code"] as const;

const urgencyOf = (template: TemplateName) => BY_URGENCY.indexOf(templates[template].urgency);

/** Start of the turns' seconds: a queue's priority is a 32-bit number. */
const EPOCH = Date.UTC(2026, 0, 1) / 1000;
/** Distance of the urgencies, in seconds: longer than this scheme will be in use. */
const APART = 700_000_000;

/** Returns the templates that are as urgent as this one. */
export function equallyUrgent(template: TemplateName): TemplateName[] {
  const names = Object.keys(templates) as TemplateName[];
  return names.filter((name) => urgencyOf(name) === urgencyOf(template));
}

/** Returns the priority of a message in the queue of all tenants: a higher number goes first. Among equally
 *  urgent messages each tenant gets one per second of virtual time, so that the thousandth message of one
 *  tenant comes after the first of another that arrives within the next 1,000 seconds (start-time fair
 *  queueing). No message waits for its virtual time: a single tenant sends as fast as the server accepts its
 *  mail.
 *  @param ahead how many equally urgent messages of the same tenant wait already */
export function mailTurn(template: TemplateName, at: Date, ahead: number): number {
  const second = Math.floor(at.getTime() / 1000) - EPOCH;
  return urgencyOf(template) * APART - second - ahead;
}
