import Link from "next/link";
import { Empty, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { type Words, wordsOf } from "@/app/dashboard/_words/words-of";
import { readAuditor } from "@/lib/features/audit-log/auditor/auditor-store";
import { readWitnesses } from "@/lib/features/audit-log/witness/read-witnesses";
import { inBatch } from "@/lib/kernel/db/batch";
import { CopyField } from "../_proof/copy-field";
import { LogStatus } from "../_proof/log-status";
import { proofTexts } from "../_proof/proof-texts";
import { readLog, type ShownLog } from "../_proof/read-log";
import { VerifyHints } from "../_proof/verify-hints";
import { VerifyPanel } from "../_proof/verify-panel";
import { AuditorSection } from "./auditor-section";
import { WitnessTable } from "./witness-table";

export const generateMetadata = titled("proof", "page.title");

/** Proof of the tenant's trail, and a button that verifies all of it. */
export default viewerPage("proof", async ({ caller, t, texts, words, mayChange, place }) => {
  const { t: trailT } = await wordsOf("audit");
  const [log, [{ witnesses, cosigned }, auditor]] = await Promise.all([
    readLog(caller),
    inBatch(caller, (db) => Promise.all([readWitnesses(db), readAuditor(db)])),
  ]);
  const trail = `/dashboard/${place.tenant}/${place.environment}/audit`;
  return (
    <>
      <p className="mb-4 text-sm">
        <Link
          href={trail}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
        >
          <span aria-hidden className="me-1.5 rtl:rotate-180">
            ←
          </span>
          {trailT("log.title")}
        </Link>
      </p>
      <PageHead title={t("page.title")} about={t("page.about")} />
      {!log && <Empty title={t("page.none.title")}>{t("page.none.text")}</Empty>}
      {log && (
        <>
          <LogStatus log={log} href={null} />
          <Section title={t("head.title")} about={t("head.about")}>
            <Head log={log} trail={trail} words={words} />
          </Section>
          <Section title={t("verify.log")}>
            <VerifyPanel trail={trail} keys={log.keys} texts={proofTexts(texts)}>
              <VerifyHints />
            </VerifyPanel>
          </Section>
          <Section title={t("witnesses.title")} about={t("witnesses.about")}>
            <WitnessTable
              witnesses={witnesses}
              cosigned={cosigned}
              size={log.size}
              refused={log.refusedAt !== null}
              words={words}
            />
          </Section>
        </>
      )}
      <Section title={t("auditor.title")} about={t("auditor.about")}>
        <AuditorSection place={place} auditor={auditor} mayChange={mayChange} words={words} />
      </Section>
    </>
  );
});

interface HeadProps {
  log: ShownLog;
  trail: string;
  words: Words<"proof">;
}

function Head({ log, trail, words: { t, format } }: HeadProps) {
  const keys = log.keys.split("\n").filter(Boolean);
  return (
    <div className="space-y-6 text-sm">
      <Facts
        rows={[
          [t("head.events"), format.number(log.size)],
          [t("head.signedAt"), <When key="at" at={log.checkpointAt} />],
          [
            t("head.root"),
            <CopyField key="root" label={t("head.root")} what={t("head.copyRoot")}>
              {log.root}
            </CopyField>,
          ],
          [
            t("verify.key"),
            <span key="keys" className="block space-y-2">
              {keys.map((key) => (
                <CopyField key={key} label={t("verify.key")} what={t("verify.copyKey")}>
                  {key}
                </CopyField>
              ))}
            </span>,
          ],
        ]}
      />
      <div>
        <p className="mb-1 text-neutral-600 dark:text-neutral-400">{t("head.whole")}</p>
        <CopyField
          label={t("head.whole")}
          what={t("head.copyWhole")}
          rows={log.checkpoint.trimEnd().split("\n").length}
        >
          {log.checkpoint}
        </CopyField>
        <p className="mt-2">
          <a href={`${trail}/log/checkpoint`} className="underline underline-offset-4">
            {t("head.file")}
          </a>
        </p>
      </div>
    </div>
  );
}
