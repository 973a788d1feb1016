import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import type { Words } from "@/app/dashboard/_words/words-of";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import type { LogWitness } from "@/lib/features/audit-log/witness/read-witnesses";
import { CopyField } from "../_proof/copy-field";

interface Props {
  witnesses: readonly LogWitness[];
  /** Latest checkpoint that any of them cosigned, with its cosignatures. */
  cosigned: string | null;
  /** Number of events in the log. */
  size: number;
  /** Whether the log is refused: then no witness is contacted. */
  refused: boolean;
  words: Words<"proof">;
}

/** Witnesses of the log: how far each has seen it, and the failures of the others. */
export function WitnessTable({ witnesses, cosigned, size, refused, words }: Props) {
  const { t, format } = words;
  if (witnesses.length === 0) return <p className="text-sm">{t("witnesses.none")}</p>;
  const last = cosigned && parseCheckpoint(cosigned);
  return (
    <div className="space-y-6 text-sm">
      <Table
        caption={t("witnesses.caption")}
        head={[
          t("witnesses.name"),
          t("witnesses.upTo"),
          t("witnesses.when"),
          t("witnesses.attempt"),
        ]}
      >
        {witnesses.map((witness) => (
          <tr key={witness.verifier}>
            <td className="min-w-40 wrap-anywhere">
              <bdi>{witness.name}</bdi>
            </td>
            <td>{witness.size > 0 ? format.number(witness.size) : "–"}</td>
            <td>
              <When at={witness.cosignedAt} otherwise={t("witnesses.notYet")} />
            </td>
            <td className="min-w-56">{attempt(witness, refused, words)}</td>
          </tr>
        ))}
      </Table>
      {cosigned && last && last.size < size && (
        <div>
          <p className="mb-1 text-neutral-600 dark:text-neutral-400">
            {t("witnesses.last", { size: format.number(last.size) })}
          </p>
          <CopyField
            label={t("witnesses.lastLabel")}
            what={t("witnesses.copyLast")}
            rows={cosigned.split("\n").length}
          >
            {cosigned}
          </CopyField>
        </div>
      )}
    </div>
  );
}

/** Result of the last request to a witness. */
function attempt(
  { isNamed, failure, cosignedAt }: LogWitness,
  refused: boolean,
  { t }: Words<"proof">,
): string {
  if (!isNamed) return t("witnesses.former");
  if (refused) return t("witnesses.notAsked");
  if (failure) return t(`witnesses.failures.${failure.kind}`, { detail: failure.detail });
  return t(cosignedAt ? "witnesses.inOrder" : "witnesses.notYetAsked");
}
