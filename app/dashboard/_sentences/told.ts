import type { Words } from "@/app/dashboard/_words/words-of";
import type { AuditTarget } from "@/lib/core/audit/audit-event";
import { type AuditKind, auditKinds } from "@/lib/core/audit/audit-kinds";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { describeAgent } from "@/lib/kernel/process/describe-agent";
import { nounOf, shortId } from "./party-words";

/** Names of parties by their ids, for events that recorded none. */
export type Names = ReadonlyMap<string, string>;

/** Event, and everything needed to show it as a sentence in the reader's language. */
export interface DescribedEvent {
  event: StoredAuditEvent;
  names: Names;
  words: Pick<Words<"audit">, "t" | "texts">;
}

/** Content of a sentence's tag: a name, and the party that has it. The tenant's backend and Atrium itself
 *  have no page. */
export interface Named {
  text: string;
  party: AuditTarget | null;
}

/** Tags of sentences: the actor, and the target of each type. The text inside of a tag shows when the event
 *  names no party. */
const tags = [
  "actor",
  "administrator",
  "app",
  "credential",
  "enrolment_token",
  "external_principal",
  "identity_source",
  "installation",
  "installation_campaign",
  "oidc_client",
  "operator",
  "operator_token",
  "organization",
  "organization_type",
  "package",
  "role",
  "signal_stream",
  "tenant",
  "tenant_secret",
  "user",
] as const;
type Tag = (typeof tags)[number];

/** Returns the key of an event's sentence. A product's event is shown by the product's own name for it. */
export function sentenceKey({
  source,
  kind,
}: StoredAuditEvent): `kinds.${AuditKind}` | "otherKind" {
  const known = source === "service" ? auditKinds.find((one) => one === kind) : undefined;
  return known ? `kinds.${known}` : "otherKind";
}

/** Returns the values of a sentence's placeholders.
 *  @param show draws a name in its place */
export function placeholderValues<Drawn>(
  described: DescribedEvent,
  show: (named: Named) => Drawn | string,
) {
  const agent = agentOf(described);
  const drawn = tags.map((tag) => {
    const named = namedBy(described, tag);
    return [tag, (otherwise: Drawn) => (named ? show(named) : otherwise)] as const;
  });
  type Fill = (otherwise: Drawn) => Drawn | string;
  return {
    ...(Object.fromEntries(drawn) as Record<Tag, Fill>),
    kind: described.event.kind,
    agent: agent ?? "",
    /** Part of a sentence that names the browser. */
    from: (part: Drawn) => (agent ? part : ""),
  };
}

/** Returns an event as a sentence without links. */
export function sentenceText(described: DescribedEvent): string {
  const { t } = described.words;
  return t.markup(
    sentenceKey(described.event),
    placeholderValues<string>(described, ({ text }) => text),
  );
}

function namedBy(described: DescribedEvent, tag: Tag): Named | null {
  const { event } = described;
  if (tag === "actor") return actorOf(described);
  const party = [...event.targets, event.actor].find(({ type }) => type === tag);
  if (!party) return null;
  const name = nameOf(party, described);
  // A person without a name may be deleted, and has no page.
  if (people.includes(party.type)) return name ? { text: name, party } : null;
  return { text: name ?? shortId(party.id), party };
}

/** Returns the actor. A machine is named with its type. */
function actorOf(described: DescribedEvent): Named | null {
  const { actor } = described.event;
  const { t, texts } = described.words;
  if (actor.type === "service") return { text: "Atrium", party: null };
  if (actor.type === "tenant") return { text: t("parties.tenant"), party: null };
  const name = nameOf(actor, described);
  if (people.includes(actor.type)) return name ? { text: name, party: actor } : null;
  const type = nounOf(texts, actor.type);
  const text = name
    ? t("parties.named", { name, type })
    : t("parties.unnamed", { type, id: shortId(actor.id) });
  return { text, party: actor };
}

const people = ["user", "administrator", "operator"];

const nameOf = ({ name, id }: AuditTarget, { names }: DescribedEvent) =>
  name ?? names.get(id) ?? null;

/** Returns the browser of an event, from its user agent: "Chrome on macOS". */
function agentOf({ event, words }: DescribedEvent): string | null {
  const userAgent = new Map(Object.entries(event.context)).get("user_agent");
  const { name, platform } = describeAgent(typeof userAgent === "string" ? userAgent : null);
  const end = ` on ${platform}`;
  if (!name || !platform || !name.endsWith(end)) return name;
  return words.t("parties.agent", { browser: name.slice(0, -end.length), system: platform });
}
