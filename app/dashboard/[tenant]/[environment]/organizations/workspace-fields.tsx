import { Select } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { wordsOf } from "@/app/dashboard/_words/words-of";

interface Props {
  types: readonly { key: string; name: string }[];
  packages: readonly { id: string; name: string; status: string }[];
  /** Key of the type. */
  organizationType?: string | null;
  packageId?: string | null;
}

/** Fields for an organization's package and type in an environment. A type can be replaced, not removed. */
export async function WorkspaceFields({ types, packages, organizationType, packageId }: Props) {
  const { t, texts } = await wordsOf("organizations");
  const field = fieldsOf(texts.fields);
  return (
    <div className="grid items-end gap-6 sm:grid-cols-2">
      <Select
        {...field("packageId", "package")}
        defaultValue={packageId ?? ""}
        options={[
          { value: "", name: t("fields.noPackage") },
          ...packages.map(({ id, name, status }) => ({
            value: id,
            name: status === "active" ? name : t("fields.inactivePackage", { name }),
          })),
        ]}
      />
      <Select
        {...field("organizationType", "type")}
        defaultValue={organizationType ?? ""}
        options={[
          ...(organizationType ? [] : [{ value: "", name: t("fields.noType") }]),
          ...types.map(({ key, name }) => ({ value: key, name })),
        ]}
      />
    </div>
  );
}
