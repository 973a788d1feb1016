import { Select } from "@/app/dashboard/_parts/field";

interface Props {
  types: readonly { key: string; name: string }[];
  packages: readonly { id: string; name: string; status: string }[];
  /** The type's key. */
  organizationType?: string | null;
  packageId?: string | null;
}

/** An organization's package and type in an environment. A type can be exchanged, not taken away. */
export function WorkspaceFields({ types, packages, organizationType, packageId }: Props) {
  return (
    <div className="grid items-end gap-6 sm:grid-cols-2">
      <Select
        label="Package"
        name="packageId"
        defaultValue={packageId ?? ""}
        options={[
          { value: "", name: "None, or the default of the policy" },
          ...packages.map(({ id, name, status }) => ({
            value: id,
            name: status === "active" ? name : `${name} (inactive)`,
          })),
        ]}
      />
      <Select
        label="Type"
        name="organizationType"
        defaultValue={organizationType ?? ""}
        options={[
          ...(organizationType ? [] : [{ value: "", name: "None" }]),
          ...types.map(({ key, name }) => ({ value: key, name })),
        ]}
      />
    </div>
  );
}
