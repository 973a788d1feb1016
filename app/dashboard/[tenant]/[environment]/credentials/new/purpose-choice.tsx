import Link from "next/link";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { Select } from "@/app/dashboard/_parts/field";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { AdministeredEnvironment } from "@/lib/core/administrators/administrator";

interface Props {
  environments: AdministeredEnvironment[];
  current: string;
  t: Translator<"connections">;
}

/** First step: purpose and environment. */
export function PurposeChoice({ environments, current, t }: Props) {
  return (
    <form method="get" className="space-y-8">
      <fieldset>
        <legend className="text-lg font-medium">{t("credentials.new.purposeQuestion")}</legend>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <Purpose
            value="management_automation"
            title={t("credentials.purpose.management_automation")}
            about={t("credentials.new.aboutManagement")}
          />
          <Purpose
            value="product_runtime"
            title={t("credentials.purpose.product_runtime")}
            about={t("credentials.new.aboutRuntime")}
          />
        </div>
      </fieldset>
      <div className="max-w-sm">
        <Select
          label={t("credentials.new.environment")}
          name="environment"
          hint={t("credentials.new.environmentHint")}
          defaultValue={current}
          options={environments.map(({ key, name }) => ({ value: key, name }))}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={primaryButton}>
          {t("credentials.new.next")}
        </button>
        <Link href="../credentials" className={quietButton}>
          {t("shared.cancel")}
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
