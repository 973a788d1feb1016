"use server";

import { z } from "zod";
import { About } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { validateLine } from "@/lib/features/migration/contract/user-import";
import { NotOfFormat } from "@/lib/features/migration/import/bad-file";
import { cancelUserImport } from "@/lib/features/migration/import/cancel-user-import";
import { firebaseParameters } from "@/lib/features/migration/import/firebase-format";
import { formattedLines } from "@/lib/features/migration/import/import-formats";
import { receiveUsers } from "@/lib/features/migration/import/receive-users";
import {
  type ImportedLine,
  importFormats,
  importModes,
} from "@/lib/features/migration/import/user-import";
import { type PreviewedUser, previewOf } from "./previewed-user";

const t = laterIn("users");

const PREVIEWED = 10;

const ImportInput = z.object({
  file: z.instanceof(File).refine(({ size }) => size > 0, { error: t("imports.noFile") }),
  format: z.enum(importFormats),
  mode: z.enum(importModes),
  columns: z.string().max(2000).default(""),
  hashConfig: z.string().max(4000).default(""),
  dryRun: z.literal("on").optional(),
  // Which of the form's two buttons was pressed.
  intent: z.enum(["preview", "import"]).default("import"),
});

/** State of the form of an import, with the first users of its file after a preview. */
export interface ImportState extends FormState {
  users?: PreviewedUser[];
}

/** Imports the users of a file, or only previews the first of them. */
export const importUsersAction = administratorAction<typeof ImportInput, ImportState>(
  ImportInput,
  { role: "admin" },
  async ({ caller, input, place }) => {
    const { format, mode, columns, hashConfig, dryRun } = input;
    const typed = { format, mode, columns, hashConfig, dryRun: dryRun ?? "" };
    try {
      const lines = linesOf(input);
      if (input.intent === "preview") return { given: typed, users: await first(lines) };
      const started = await receiveUsers(caller, { mode, dryRun: dryRun === "on" }, lines);
      return {
        done: t("imports.begun", { count: started.lines }),
        goTo: placePath(place, `users/imports/${started.id}`),
      };
    } catch (error) {
      // The file is no valid JSON, UTF-8, or hash parameters.
      if (!(error instanceof NotOfFormat)) throw error;
      return { given: typed, problem: t("imports.badFile", { detail: error.message }) };
    }
  },
);

/** Cancels a running import. */
export const cancelImportAction = administratorAction(
  About,
  { role: "admin" },
  async ({ caller, input }) => {
    await cancelUserImport(caller, input.id);
    return { done: t("imports.wasCancelled") };
  },
);

function linesOf({
  file,
  format,
  columns,
  hashConfig,
}: z.output<typeof ImportInput>): AsyncGenerator<ImportedLine, void> {
  const named = columns
    .split("\n")
    .map((line) => line.split("=").map((part) => part.trim()))
    .filter((pair) => pair.length === 2);
  return formattedLines(piecesOf(file), format, validateLine, {
    columns: Object.fromEntries(named),
    firebase: format === "firebase" && hashConfig.trim() ? firebaseParameters(hashConfig) : null,
  });
}

async function* piecesOf(file: File): AsyncGenerator<Uint8Array, void> {
  yield new Uint8Array(await file.arrayBuffer());
}

async function first(lines: AsyncGenerator<ImportedLine, void>): Promise<PreviewedUser[]> {
  const users: PreviewedUser[] = [];
  for await (const line of lines) {
    users.push(previewOf(line));
    if (users.length === PREVIEWED) break;
  }
  return users;
}
