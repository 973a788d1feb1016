import type { Brand, EmailOf } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Command that checks an export against the checkpoint of the message. */
const COMMAND = "atrium audit verify export.jsonl --key KEY --checkpoint checkpoint.txt";

/** Sends an auditor the signed checkpoint of a tenant's audit log, to keep. */
export function auditCheckpoint(
  { occasion, checkpoint, origin, size, at, guideUrl }: EmailOf<"audit_checkpoint">,
  { name }: Brand,
  { t, moment }: Voice,
): Letter {
  return {
    subject: t(`audit_checkpoint.${occasion}.subject`, { name, size }),
    title: t(`audit_checkpoint.${occasion}.title`),
    footer: t("audit_checkpoint.footer", { name }),
    blocks: [
      { kind: "text", text: t(`audit_checkpoint.${occasion}.body`, { name }) },
      {
        kind: "facts",
        rows: [
          { label: t("audit_checkpoint.log"), value: origin, verbatim: true },
          { label: t("audit_checkpoint.events"), value: size },
          { label: t("audit_checkpoint.signed"), value: moment(at) },
        ],
      },
      { kind: "verbatim", text: checkpoint.trimEnd() },
      { kind: "text", text: t("audit_checkpoint.verify") },
      { kind: "verbatim", text: COMMAND },
      {
        kind: "action",
        label: t("audit_checkpoint.button"),
        href: guideUrl,
        explanation: t("common.pasteLink"),
        isQuiet: true,
      },
    ],
  };
}
