import Link from "next/link";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { type AuditQuery, auditSearch } from "./audit-query";

const spans = [
  ["hour", "hour"],
  ["day", "day"],
  ["week", "week"],
  ["", "always"],
] as const;
const kinds = [
  ["", "everything"],
  ["sign-ins", "signIns"],
  ["failures", "failures"],
  ["changes", "changes"],
] as const;

/** Links to the most frequent queries of the log. Each retains the other filters. */
export async function Presets({ path, query }: { path: string; query: AuditQuery }) {
  const { t } = await wordsOf("audit");
  const isSpan = query.from !== "" || query.to !== "";
  return (
    <div className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
      <Choices
        label={t("presets.when")}
        options={spans.map(([since, name]) => ({
          name: t(`presets.${name}`),
          href: path + auditSearch({ ...query, since, from: "", to: "" }),
          isChosen: !isSpan && query.since === since,
        }))}
      />
      <Choices
        label={t("presets.what")}
        options={kinds.map(([show, name]) => ({
          name: t(`presets.${name}`),
          href: path + auditSearch({ ...query, show, kind: "" }),
          isChosen: query.show === show && query.kind === "",
        }))}
      />
    </div>
  );
}

interface ChoicesProps {
  label: string;
  options: { name: string; href: string; isChosen: boolean }[];
}

function Choices({ label, options }: ChoicesProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1">
        {options.map(({ name, href, isChosen }) => (
          <li key={name}>
            <Link
              href={href}
              aria-current={isChosen ? "true" : undefined}
              className="inline-flex min-h-11 items-center rounded-lg px-3 text-sm hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:bg-neutral-200/70 aria-[current]:font-semibold dark:hover:bg-neutral-800 dark:aria-[current]:bg-neutral-800 forced-colors:aria-[current]:border"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
