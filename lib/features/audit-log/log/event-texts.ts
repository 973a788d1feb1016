import { recordAlone } from "@/lib/core/audit/audit-json-lines";
import { canonicalJson } from "@/lib/features/audit-log/log/canonical-json";
import type { Parts } from "@/lib/features/audit-log/log/log-entry";
import type { UnloggedEvent } from "@/lib/features/audit-log/log/sequencing-store";
import { parseJson } from "@/lib/kernel/db/exact-json";

/** Canonical texts (RFC 8785) of the parts of events, cached while a batch of them is added to logs.
 *  Consecutive events often share an actor, a context and targets: each text is computed once. The same
 *  holds for records that differ only in their id. */
export class EventTexts {
  readonly #known = new Map<string, string>();
  /** Text before and after the id, of records that are otherwise equal. */
  readonly #records = new Map<string, readonly [string, string]>();

  /** Canonical texts of the parts of one event, as in `partsOfRecord`.
   *  @throws TypeError for a value without a canonical form */
  of(event: UnloggedEvent): Parts<string> {
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
