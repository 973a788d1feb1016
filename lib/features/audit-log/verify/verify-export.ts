import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { MaybeHash } from "@/lib/features/audit-log/verify/choose-consistent-hashes";
import { type FoundEntry, LogCheck } from "@/lib/features/audit-log/verify/log-check";
import {
  Malformed,
  type ProofHead,
  type ProofLine,
  readProofLine,
} from "@/lib/features/audit-log/verify/proof-line";
import {
  CannotVerify,
  cosignedCheckpoint,
  requiredCheckpoints,
  type Unproved,
  type VerificationInput,
  type Verified,
  verifyCheckpoint,
} from "@/lib/features/audit-log/verify/verified";

/** Keys, checkpoints and retention to verify an export with. */
export interface ExportVerificationInput extends VerificationInput {
  /** Events from this moment on must exist; null relies on the export's claim, and reports that. */
  keptSince: Date | null;
}

/** Verifies an export of `exportProof` offline, with nothing but the file and a key.
 *  @param lines of the file, without newlines
 *  @throws CannotVerify if the file is not such an export or is incomplete, with the line; if it has other
 *  keys, or a witness has not cosigned it */
export async function verifyExport(
  lines: AsyncIterable<string>,
  input: ExportVerificationInput,
): Promise<Verified> {
  let number = 0;
  let reading: ExportReading | null = null;
  for await (const text of lines) {
    number += 1;
    try {
      if (reading) reading.take(readProofLine(text));
      else reading = new ExportReading(headOf(text), input);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      throw new CannotVerify(`Line ${number} is not one of an export: ${error.message}.`);
    }
  }
  if (!reading?.isWhole)
    throw new CannotVerify(
      `The export was cut off: it ends at line ${number}, before its last one.`,
    );
  return reading.end();
}

const WITHOUT_PROOF =
  "This file holds no proof. Make one that does: atrium audit export --with-proof --tenant … --output …";

function headOf(text: string): ProofHead {
  const first = text.startsWith("{") ? readProofLine(text) : null;
  if (first?.kind === "head") return first;
  throw new CannotVerify(WITHOUT_PROOF);
}

/** State of reading an export: collects lines into bundles. */
class ExportReading {
  readonly #head: ReturnType<typeof headOfLog>;
  readonly #check: LogCheck;
  /** The bundle under way; its number is -1 before the first one. */
  #bundle = bundleOf(-1, []);
  isWhole = false;

  constructor(head: ProofHead, input: ExportVerificationInput) {
    this.#head = headOfLog(head, input);
    const { signed, kept, keptSince } = this.#head;
    this.#check = new LogCheck({
      ...signed,
      ...{ kept, leftBefore: keptSince, mayBeginLate: keptSince !== null },
    });
  }

  /** @throws Malformed */
  take(line: ProofLine): void {
    if (this.isWhole) throw new Malformed("it comes after the export's end");
    switch (line.kind) {
      case "head":
        throw new Malformed("it begins another export");
      case "hashes":
        this.#takeHashes(line);
        break;
      case "entry":
        this.#takeEntry(line.found);
        break;
      case "left":
        this.#takeLeft(line);
        break;
      case "event":
        this.#check.note({ kind: "inserted", id: line.id, position: null });
        break;
      case "end":
        this.#takeEnd(line.size);
    }
  }

  end(): Verified {
    const { signed, cosigned, isConfirmed, areJudged } = this.#head;
    const checked = this.#check.end();
    const hasLeft = checked.left.count > 0;
    const notProved: Unproved[] = [];
    if (hasLeft && !isConfirmed) notProved.push("left");
    if (checked.erased.count > 0) notProved.push("erased");
    if (!areJudged) notProved.push("cosigned");
    // If nothing was deleted, the export's claim does not matter.
    const keptSince = hasLeft || isConfirmed ? this.#head.keptSince : null;
    return { ...signed, ...checked, cosigned, waiting: null, keptSince, notProved };
  }

  #takeHashes({ level, from, hashes }: ProofLine & { kind: "hashes" }): void {
    if (hashes.length > TILE_WIDTH) throw new Malformed("it has more hashes than a tile");
    if (level > 0) this.#check.takeHashes(level, from, hashes);
    else this.#beginBundle(from, hashes);
  }

  #beginBundle(from: number, hashes: MaybeHash[]): void {
    const next = this.#bundle.number + 1;
    if (from !== next * TILE_WIDTH)
      throw new Malformed(`positions from ${next * TILE_WIDTH} on should begin here, not ${from}`);
    if (from >= this.#head.signed.size) throw new Malformed("the log is not as long");
    this.#finish();
    this.#bundle = bundleOf(next, hashes);
  }

  #takeEntry(found: FoundEntry): void {
    if (found.position >= this.#head.signed.size) this.#check.takeStray(found);
    else {
      this.#assertHere(found.position);
      // Two entries at one position become a finding; many more are no export.
      const { entries } = this.#bundle;
      if (entries.length >= 4 * TILE_WIDTH) throw new Malformed("there are too many entries");
      entries.push(found);
    }
  }

  #takeLeft({ from, to }: { from: number; to: number }): void {
    this.#assertHere(from);
    this.#assertHere(to);
    for (let position = from; position <= to; position += 1) this.#bundle.left.add(position);
  }

  #takeEnd(size: number): void {
    const bundles = Math.ceil(this.#head.signed.size / TILE_WIDTH);
    const found = this.#bundle.number + 1;
    if (size !== this.#head.signed.size || found !== bundles)
      throw new Malformed(
        `the export ends, and positions from ${found * TILE_WIDTH} on are missing`,
      );
    this.#finish();
    this.isWhole = true;
  }

  #assertHere(position: number): void {
    const from = this.#bundle.number * TILE_WIDTH;
    if (from < 0 || position < from || position >= from + TILE_WIDTH)
      throw new Malformed(
        `position ${position} has no place here: lines were moved or are missing`,
      );
  }

  #finish(): void {
    if (this.#bundle.number >= 0) this.#check.take(this.#bundle);
  }
}

const bundleOf = (number: number, hashes: MaybeHash[]) => ({
  ...{ number, hashes },
  entries: [] as FoundEntry[],
  left: new Set<number>(),
});

/** Verifies the head of an export, and collects the checkpoints that the log must extend. */
function headOfLog(head: ProofHead, input: ExportVerificationInput) {
  const { tenant, checkpoint, cosigned, keptSince } = head;
  const signed = verifyCheckpoint(checkpoint, input.keys);
  if (!signed.origin.endsWith(`/${tenant}`))
    throw new CannotVerify(
      `The export says that it is of ${tenant}, and its log is ${signed.origin}.`,
    );
  const against = requiredCheckpoints(signed.origin, input, [checkpoint, ...cosigned]);
  return {
    ...{ signed, ...against },
    keptSince: input.keptSince ?? keptSince,
    isConfirmed: input.keptSince !== null,
    areJudged: cosigned.every((note) =>
      input.witnesses.some((one) => cosignedCheckpoint(note, signed.origin, input.keys, one)),
    ),
  };
}
