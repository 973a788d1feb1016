import { type ReactNode, useId } from "react";
import { withValues } from "@/app/dashboard/_nouns/place-path";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { bulkNames } from "./selection";
import { TickAll } from "./tick-all";

/** The form that the boxes of the rows belong to. */
const BULK_FORM = "bulk";

interface Props {
  path: string;
  query: string;
  status: string | null;
  /** Who may change nothing may export. */
  mayChange: boolean;
}

/** What to do with several users, and with whom: leads to a preview, and changes nothing by itself. */
export function BulkBar({ path, query, status, mayChange }: Props) {
  const names = Object.entries(bulkNames).filter(([what]) => mayChange || what === "export");
  return (
    <form
      id={BULK_FORM}
      method="get"
      action={`${path}/bulk`}
      className="mt-4 flex flex-wrap items-end gap-3 rounded-2xl border border-neutral-200 bg-white p-4 dark:border-neutral-800 dark:bg-neutral-900"
    >
      <input type="hidden" name="q" value={query} />
      <input type="hidden" name="status" value={status ?? ""} />
      <Choice label="With" name="whom">
        <option value="ticked">the chosen users</option>
        <option value="all">all users that this search finds</option>
      </Choice>
      <Choice label="Do" name="what">
        {names.map(([what, name]) => (
          <option key={what} value={what}>
            {name}
          </option>
        ))}
      </Choice>
      <button type="submit" className={quietButton}>
        Preview
      </button>
      <TickAll form={BULK_FORM} />
      <a href={withValues(`${path}/export`, { q: query, status })} className={quietButton}>
        Export all as CSV
      </a>
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

/** The box of a row. */
export function Tick({ id, name }: { id: string; name: string }) {
  return (
    <label className="-m-3 inline-flex size-11 cursor-pointer items-center justify-center">
      <input type="checkbox" name="id" value={id} form={BULK_FORM} className="size-4" />
      <span className="sr-only">Choose {name}</span>
    </label>
  );
}
