"use client";

import { useId } from "react";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Checkbox, Select, TextArea } from "@/app/dashboard/_parts/field";
import { describedBy, FieldFrame } from "@/app/dashboard/_parts/field-frame";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { Table } from "@/app/dashboard/_parts/table";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import type { ImportFormat } from "@/lib/features/migration/import/user-import";
import { type ImportState, importUsersAction } from "./actions";
import type { PreviewedUser } from "./previewed-user";

/** Formats that the form accepts, by the product that writes them; product names are the same in every
 *  language. */
const formatNames: Record<ImportFormat, string> = {
  ndjson: "NDJSON",
  csv: "CSV",
  auth0: "Auth0",
  keycloak: "Keycloak",
  firebase: "Firebase",
  cognito: "Amazon Cognito",
  logto: "Logto",
  "better-auth": "better-auth",
};

type Texts = Catalog["users"]["imports"];

interface Props {
  texts: Texts;
  /** Text for a suspended user. */
  suspended: string;
  place: { tenant: string; environment: string };
}

/** Form for a file and its format; previews the first users before the import, on request. */
export function ImportForm({ texts, suspended, place }: Props) {
  const field = fieldsOf(texts);
  return (
    <ActionForm<ImportState>
      action={importUsersAction}
      submit={texts.submit}
      beside={
        <button type="submit" name="intent" value="preview" className={quietButton}>
          {texts.preview}
        </button>
      }
    >
      {({ users }) => (
        <>
          <PlaceFields place={place} />
          <FileField texts={texts} />
          <div className="grid gap-6 sm:grid-cols-2">
            <Select
              {...field("format")}
              options={Object.entries(formatNames).map(([value, name]) => ({ value, name }))}
            />
            <Select
              {...field("mode")}
              options={[
                { value: "create", name: texts.modes.create },
                { value: "upsert", name: texts.modes.upsert },
                { value: "new_only", name: texts.modes.newOnly },
              ]}
            />
            <TextArea {...field("columns")} mono />
            <TextArea {...field("hashConfig")} mono />
          </div>
          <Checkbox value="on" {...field("dryRun")} />
          {users && <Preview texts={texts} suspended={suspended} users={users} />}
        </>
      )}
    </ActionForm>
  );
}

function FileField({ texts }: { texts: Texts }) {
  const id = useId();
  const { problem } = useFieldState("file");
  return (
    <FieldFrame id={id} label={texts.file} hint={texts.fileHint} problem={problem}>
      <input
        id={id}
        type="file"
        name="file"
        required
        {...describedBy(id, texts.fileHint, problem)}
        className={inputShape}
      />
    </FieldFrame>
  );
}

interface PreviewProps extends Pick<Props, "texts" | "suspended"> {
  users: readonly PreviewedUser[];
}

function Preview({ texts, suspended, users }: PreviewProps) {
  return (
    <div role="status">
      <Table
        caption={texts.previewed}
        head={[texts.line, texts.user, texts.password, texts.places]}
      >
        {users.map((user) => (
          <tr key={user.line}>
            <td>{user.line}</td>
            <td>
              <bdi>{user.email}</bdi>
              <div className="text-neutral-600 dark:text-neutral-400">
                <bdi>{user.problem || [user.name, user.externalId].filter(Boolean).join(", ")}</bdi>
                {user.isSuspended && ` (${suspended})`}
              </div>
            </td>
            <td>{user.hasPassword ? texts.yes : texts.no}</td>
            <td>
              <bdi>{user.places}</bdi>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
