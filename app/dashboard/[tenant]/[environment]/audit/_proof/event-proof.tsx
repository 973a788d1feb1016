import { Facts, Section } from "@/app/dashboard/_parts/blocks";
import { When } from "@/app/dashboard/_parts/text";
import { type Words, wordsOf } from "@/app/dashboard/_words/words-of";
import type { CommittedPart } from "@/lib/features/audit-log/log/log-entry";
import type { ProvableEvent } from "@/lib/features/audit-log/log/log-reading-store";
import type { Caller } from "@/lib/kernel/caller";
import { CopyField } from "./copy-field";
import { proofTexts } from "./proof-texts";
import { readLogWith, type ShownLog } from "./read-log";
import { VerifyHints } from "./verify-hints";
import { VerifyPanel } from "./verify-panel";

interface Props {
  caller: Caller;
  eventId: string;
  /** Address of the trail. */
  trail: string;
  /** Id of the element that shows the event as JSON. */
  recordId: string;
}

/** Position of an event in the log, the checkpoint that covers it, and a button that verifies both. */
export async function EventProof({ caller, eventId, trail, recordId }: Props) {
  const { log, proved } = await readLogWith(caller, eventId);
  const words = await wordsOf("proof");
  const { t, texts } = words;
  if (!log || !proved)
    return (
      <Section title={t("event.title")}>
        <p className="text-sm">{t(log?.refusedAt ? "event.neverLogged" : "event.notLogged")}</p>
      </Section>
    );
  return (
    <Section title={t("event.title")} about={t("event.about")}>
      <div className="space-y-6">
        <EventFacts log={log} proved={proved} words={words} />
        <p className="text-sm">
          <a href={`${trail}/${proved.id}/proof`} className="underline underline-offset-4">
            {t("event.bytes")}
          </a>
        </p>
        <VerifyPanel
          trail={trail}
          event={{ id: proved.id, elementId: recordId }}
          keys={log.keys}
          texts={proofTexts(texts)}
        >
          <VerifyHints />
        </VerifyPanel>
      </div>
    </Section>
  );
}

function EventFacts({
  log,
  proved,
  words: { t, format, texts },
}: {
  log: ShownLog;
  proved: ProvableEvent;
  words: Words<"proof">;
}) {
  const erased = (Object.entries(proved.salts) as [CommittedPart, Uint8Array | null][])
    .filter(([, salt]) => salt === null)
    .map(([part]) => texts.parts[part]);
  const covering = log.cosignatures.filter(({ size }) => size > proved.position);
  return (
    <div className="text-sm">
      <Facts
        rows={[
          [
            t("event.place"),
            t("event.placed", {
              number: format.number(proved.position + 1),
              size: format.number(log.size),
              index: String(proved.position),
            }),
          ],
          [
            t("event.checkpoint"),
            t.rich("event.checkpointOf", {
              size: format.number(log.size),
              when: () => <When at={log.checkpointAt} />,
            }),
          ],
          [
            t("head.root"),
            <CopyField key="root" label={t("head.root")} what={t("head.copyRoot")}>
              {log.root}
            </CopyField>,
          ],
          [
            t("event.cosigned"),
            covering.length === 0
              ? t("event.cosignedByNobody")
              : covering.map(({ name, at }) => (
                  <span key={name} className="block wrap-anywhere">
                    {t.rich("event.cosignedBy", { witness: name, when: () => <When at={at} /> })}
                  </span>
                )),
          ],
          [
            t("event.salts"),
            erased.length === 0
              ? t("event.nothingErased")
              : t("event.erased", { parts: format.list(erased) }),
          ],
        ]}
      />
    </div>
  );
}
