import Link from "next/link";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { type AuditQuery, auditSearch } from "./audit-query";
import { KindOptions } from "./kind-options";

/** Filters of the log. They are in the page's address, so that a view can be saved and shared. */
export async function Filters({ path, query }: { path: string; query: AuditQuery }) {
  const { t } = await wordsOf("audit");
  const narrowed = Object.values(query).some(Boolean);
  const further = [query.actor, query.target, query.from, query.to, query.environments].some(
    Boolean,
  );
  return (
    <search className="mb-6 block rounded-2xl border border-neutral-200 bg-white p-5 dark:border-neutral-800 dark:bg-neutral-900">
      <form method="get" action={path}>
        <div className="grid gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <Filter
            label={t("filters.search")}
            name="q"
            type="search"
            value={query.q}
            placeholder={t("filters.searchHint")}
          />
          <label className="block text-sm font-medium">
            {t("filters.kind")}
            <select
              key={query.kind}
              name="kind"
              defaultValue={query.kind}
              className={`mt-1 ${inputShape} font-normal`}
            >
              <KindOptions chosen={query.kind} />
            </select>
          </label>
          <div className="flex items-end gap-3">
            <button type="submit" className={primaryButton}>
              {t("filters.show")}
            </button>
            {narrowed && (
              <Link href={path} className={quietButton}>
                {t("filters.clear")}
              </Link>
            )}
          </div>
        </div>
        <details className="mt-4" open={further || undefined}>
          <summary className={`${quietButton} cursor-pointer list-none`}>
            {t("filters.more")}
          </summary>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <Filter label={t("filters.actor")} name="actor" value={query.actor} mono />
            <Filter label={t("filters.target")} name="target" value={query.target} mono />
            <Filter
              label={t("filters.from")}
              name="from"
              type={dateType(query.from)}
              value={query.from}
            />
            <Filter label={t("filters.to")} name="to" type={dateType(query.to)} value={query.to} />
            <label className="block text-sm font-medium">
              {t("filters.environments")}
              <select
                name="environments"
                defaultValue={query.environments}
                className={`mt-1 ${inputShape} font-normal`}
              >
                <option value="">{t("filters.thisEnvironment")}</option>
                <option value="all">{t("filters.allEnvironments")}</option>
              </select>
            </label>
          </div>
        </details>
        {query.since && <input type="hidden" name="since" value={query.since} />}
        {query.show && <input type="hidden" name="show" value={query.show} />}
      </form>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm text-neutral-600 dark:text-neutral-400">
        {t("filters.export")}
        {(["jsonl", "csv"] as const).map((format) => (
          <a
            key={format}
            href={`${path}/export${auditSearch({ ...query, format })}`}
            className="inline-flex min-h-11 items-center font-medium text-neutral-900 underline underline-offset-4 dark:text-neutral-100"
          >
            {t(`filters.${format}`)}
          </a>
        ))}
      </p>
    </search>
  );
}

/** Input type of a date: a bar of the chart sets a span of hours, and a user types days. */
const dateType = (typed: string) => (typed.includes("T") ? "datetime-local" : "date");

interface FilterProps {
  label: string;
  name: keyof AuditQuery;
  value: string;
  type?: "text" | "search" | "date" | "datetime-local";
  placeholder?: string;
  mono?: boolean;
}

function Filter({ label, value, mono = false, type = "text", ...input }: FilterProps) {
  return (
    <label className="block text-sm font-medium">
      {label}
      <input
        // React keeps what is typed in a mounted input; another address is another input.
        key={value}
        {...input}
        type={type}
        defaultValue={value}
        maxLength={200}
        autoComplete="off"
        className={`mt-1 ${inputShape} font-normal ${mono ? "font-mono text-sm" : ""}`}
      />
    </label>
  );
}
