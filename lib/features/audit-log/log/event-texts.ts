import { recordAlone } from "@/lib/core/audit/audit-json-lines";
import { canonicalJson } from "@/lib/features/audit-log/log/canonical-json";
import type { CommittedPart } from "@/lib/features/audit-log/log/log-entry";
import type { UnloggedEvent } from "@/lib/features/audit-log/log/sequencing-store";
import { parseJson } from "@/lib/kernel/db/exact-json";

/** The canonical form (RFC 8785) of the parts of events, for as long as a batch of them is taken into logs. Events that follow each other
 *  often have one actor and one context, and are about the same: each text is read once. So are records that differ in their id alone. */
export class EventTexts {
  readonly #known = new Map<string, string>();
  /** What stands before and behind the id in the records of events that are alike. */
  readonly #records = new Map<string, readonly [string, string]>();

  /** The parts of one event, each as `partsOf` has it.
   *  @throws TypeError for what has no canonical form */
  of(event: UnloggedEvent): Record<CommittedPart, string> {
    return {
      record: this.#record(event),
      actor: this.#canonical(event.actor),
      targets: this.#canonical(event.targets),
      context: this.#canonical(event.context),
      metadata: this.#canonical(event.metadata),
    };
  }

  #record(event: UnloggedEvent): string {
    const { id, tenantPublicId, environment, eventId, kind, source } = event;
    const moments = `${event.occurredAt.getTime()} ${event.receivedAt.getTime()}`;
    const like = `${tenantPublicId} ${environment ?? ""} ${eventId ?? ""} ${source} ${moments} ${kind}`;
    let around = this.#records.get(like);
    if (!around) {
      const text = canonicalJson(recordAlone(event, tenantPublicId));
      const at = text.indexOf(`"id":"${id}"`) + '"id":"'.length;
      around = [text.slice(0, at), text.slice(at + id.length)];
      this.#records.set(like, around);
    }
    return around[0] + id + around[1];
  }

  #canonical(json: string): string {
    const known = this.#known.get(json);
    if (known !== undefined) return known;
    const text = canonicalJson(parseJson(json));
    this.#known.set(json, text);
    return text;
  }
}
