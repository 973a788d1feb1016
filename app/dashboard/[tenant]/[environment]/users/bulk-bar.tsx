import { type ReactNode, useId } from "react";
import { withValues } from "@/app/dashboard/_nouns/place-path";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { files } from "./features";
import { bulkChoices } from "./selection";
import { TickAll } from "./tick-all";

/** Id of the form that the rows' checkboxes belong to. */
const BULK_FORM = "bulk";

interface Props {
  path: string;
  /** Values of the address that filter the list. */
  filters: Record<string, string | null>;
  /** An administrator who may change nothing may export. */
  mayChange: boolean;
}

/** Choice of an action for several users: leads to a preview, and changes nothing by itself. */
export async function BulkBar({ path, filters: kept, mayChange }: Props) {
  const { t } = await wordsOf("users");
  const choices = bulkChoices.filter((what) => (what === "export" ? files : mayChange));
  return (
    <form
      id={BULK_FORM}
      method="get"
      action={`${path}/bulk`}
      className="mt-4 flex flex-wrap items-end gap-3 rounded-2xl border border-neutral-200 bg-white p-4 dark:border-neutral-800 dark:bg-neutral-900"
    >
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value ?? ""} />
      ))}
      <Choice label={t("bulkBar.whom")} name="whom">
        <option value="ticked">{t("bulkBar.ticked")}</option>
        <option value="all">{t("bulkBar.all")}</option>
      </Choice>
      <Choice label={t("bulkBar.what")} name="what">
        {choices.map((what) => (
          <option key={what} value={what}>
            {t(`bulk.names.${what}`)}
          </option>
        ))}
      </Choice>
      <button type="submit" className={quietButton}>
        {t("bulkBar.preview")}
      </button>
      <TickAll form={BULK_FORM}>{t("bulkBar.chooseAll")}</TickAll>
      {files && (
        <a href={withValues(`${path}/${files.export}`, kept)} className={quietButton}>
          {t("bulkBar.exportAll")}
        </a>
      )}
    </form>
  );
}

function Choice({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-48 flex-1">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <select id={id} name={name} className={inputShape}>
        {children}
      </select>
    </div>
  );
}

/** Checkbox of a row.
 *  @param name label for screen readers: "Choose ada@example.com" */
export function Tick({ id, name }: { id: string; name: string }) {
  return (
    <label className="-m-3 inline-flex size-11 cursor-pointer items-center justify-center">
      <input type="checkbox" name="id" value={id} form={BULK_FORM} className="size-4" />
      <span className="sr-only">{name}</span>
    </label>
  );
}
