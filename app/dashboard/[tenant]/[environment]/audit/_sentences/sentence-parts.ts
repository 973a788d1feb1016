import type { AuditTarget } from "@/lib/audit/audit-event";
import type { AuditKind } from "@/lib/audit/audit-kinds";
import type { StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import { describeAgent } from "@/lib/trusted-devices/describe-agent";
import { sentences } from "./sentences";

/** A piece of a sentence: words, or somebody or something that has a name and perhaps a page. */
export type SentencePart = string | { party: AuditTarget; text: string };

/** The names of parties by their ids, where an event noted none. */
export type Names = ReadonlyMap<string, string>;

/** An event as a sentence, in parts. An event of the tenant's product is told in the product's own word. */
export function sentenceParts(event: StoredAuditEvent, names: Names): SentencePart[] {
  const template = event.source === "service" ? templateOf(event.kind) : null;
  if (template === null) return [actorPart(event.actor, names), `: ${event.kind}`];
  return template
    .split(/(\{[a-z_]+\})/)
    .filter((piece) => piece !== "")
    .map((piece) => filledIn(piece, event, names));
}

/** The same as text. */
export function sentenceText(event: StoredAuditEvent, names: Names): string {
  return sentenceParts(event, names)
    .map((part) => (typeof part === "string" ? part : part.text))
    .join("");
}

function templateOf(kind: string): string | null {
  return Object.hasOwn(sentences, kind) ? sentences[kind as AuditKind] : null;
}

function filledIn(piece: string, event: StoredAuditEvent, names: Names): SentencePart {
  if (!piece.startsWith("{")) return piece;
  const type = piece.slice(1, -1);
  if (type === "actor") return actorPart(event.actor, names);
  if (type === "from") return fromAgent(event.context);
  const target = [...event.targets, event.actor].find((party) => party.type === type);
  return target ? partyPart(target, names) : unknown(type);
}

/** Who acted. The service itself and a tenant's server have no name of their own. */
function actorPart(actor: AuditTarget, names: Names): SentencePart {
  if (actor.type === "service") return "Atrium";
  if (actor.type === "tenant") return "Your backend";
  return partyPart(actor, names);
}

const people = ["user", "administrator", "operator"];

/** A person is known by a name alone, and one without a name, who may be deleted, has no page. */
function partyPart(party: AuditTarget, names: Names): SentencePart {
  const name = party.name ?? names.get(party.id);
  if (people.includes(party.type)) return name ? { party, text: name } : unknown(party.type);
  return { party, text: name ? `the ${nounOf(party.type)} ${name}` : unknown(party.type) };
}

/** Somebody or something that the event does not name. */
function unknown(type: string): string {
  if (type === "user") return "somebody";
  const noun = nounOf(type);
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** A type as people write it. */
const nounOf = (type: string) => type.replaceAll("_", " ").replace("oidc", "OIDC");

function fromAgent(context: Record<string, unknown>): string {
  const agent = new Map(Object.entries(context)).get("user_agent");
  const { name } = describeAgent(typeof agent === "string" ? agent : null);
  return name ? ` from ${name}` : "";
}
