import type { Template } from "./template";

/** Command that checks an export against the checkpoint of the message. */
const COMMAND = "atrium audit verify export.jsonl --key KEY --checkpoint checkpoint.txt";

/** The signed checkpoint of a tenant's audit log. */
interface AuditCheckpoint {
  /** `refused` when nothing is added to the log any more, because its entries no longer match the signed
   *  ones. */
  occasion: "daily" | "refused";
  /** The signed note. */
  checkpoint: string;
  /** The log's name. */
  origin: string;
  /** Number of events in it. */
  size: string;
  /** Time of the signature. */
  at: Date | string;
  /** Address of the guide to verification. */
  guideUrl: string;
}

const origin = "id.example.com/audit-log/atr_Zk3vQm8sT1pYw6Rb";
const sample = {
  checkpoint: [
    ...[origin, "48151", "RXZsoMvxVFpEMqKs5B3v3HMMXxnywxacgDRAW4Muqcs=", ""],
    `— ${origin} euys+o6WRO0XlWRAZXsgAsiKaBcgWDQKuP5zFTx6+SI0jQ/X8zluATG40Zkem967FSRzpjL+6sRNJ+jCypTpyVFq1A4=`,
    "— witness.example/atrium KfQzMQAAAABrCBOu7WQg9GtHdyubGkUzr/ZhAB8+G/MnONywrs2Mrc8nQivIGefrsuABp8CbKfplYBwuk1AxoZy0V2VdorzDyyuNDA==",
  ].join("\n"),
  origin,
  size: "48151",
  at: "2026-11-21T09:41:00.000Z",
  guideUrl: "https://id.example.com/docs/guides/prove-the-trail",
};

/** Sends an auditor the signed checkpoint of a tenant's audit log, to save. */
export const auditCheckpoint: Template<AuditCheckpoint> = {
  urgency: "notice",
  afterFailure: "The message of the next day contains all that this one contained.",
  samples: {
    "audit-checkpoint": { occasion: "daily", ...sample },
    "audit-checkpoint-refused": { occasion: "refused", ...sample },
  },
  letter: ({ occasion, checkpoint, origin, size, at, guideUrl }, { name }, { t, moment }) => ({
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
  }),
};
