import Link from "next/link";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { Select } from "@/app/dashboard/_parts/field";
import type { AdministeredEnvironment } from "@/lib/platform/administrators/administrator";

interface Props {
  environments: AdministeredEnvironment[];
  current: string;
}

/** The first step: what for, and where. */
export function PurposeChoice({ environments, current }: Props) {
  return (
    <form method="get" className="space-y-8">
      <fieldset>
        <legend className="text-lg font-medium">What will it be used for?</legend>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <Purpose
            value="management_automation"
            title="Management automation only"
            about="Provisions users, organizations, roles and packages. It can never touch a user's session."
          />
          <Purpose
            value="product_runtime"
            title="Product runtime"
            about="Runs in your product's backend: may also issue tokens, read identities and end sessions."
          />
        </div>
      </fieldset>
      <div className="max-w-sm">
        <Select
          label="Environment"
          name="environment"
          hint="It sees this one and nothing else."
          defaultValue={current}
          options={environments.map(({ key, name }) => ({ value: key, name }))}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={primaryButton}>
          Continue
        </button>
        <Link href="../credentials" className={quietButton}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

function Purpose({ value, title, about }: { value: string; title: string; about: string }) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-xl border border-neutral-300 p-4 has-checked:border-neutral-900 has-checked:ring-1 has-checked:ring-neutral-900 dark:border-neutral-700 dark:has-checked:border-neutral-100 dark:has-checked:ring-neutral-100">
      <input type="radio" name="purpose" value={value} required className="mt-1 size-4" />
      <span>
        <span className="font-medium">{title}</span>
        <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">{about}</span>
      </span>
    </label>
  );
}
