import { Badge, PageHead } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import type { Words } from "@/app/dashboard/_words/words-of";
import { readLimits } from "@/lib/core/operators/read-limits";

export const generateMetadata = titled("operator", "limits.title");

/** List of the rate limits and other limits in force, and the setting of each. */
export default operatorPage(async ({ t, format }) => {
  return (
    <>
      <PageHead title={t("limits.title")} about={t("limits.about")} />
      <Table
        caption={t("limits.title")}
        head={[t("limits.limit"), t("limits.inForce"), t("limits.default"), t("limits.variable")]}
      >
        {readLimits().map(({ name, value, default: usual, variable }) => (
          <tr key={name}>
            <td className="min-w-64">{t(`limits.what.${name}`)}</td>
            <td className="whitespace-nowrap tabular-nums">
              {amount(format, name, value)}{" "}
              {value !== usual && <Badge tone="amber">{t("limits.changed")}</Badge>}
            </td>
            <td className="whitespace-nowrap tabular-nums">{amount(format, name, usual)}</td>
            <td className="font-mono text-xs">{variable}</td>
          </tr>
        ))}
      </Table>
    </>
  );
});

const units = [
  ["Seconds", "second"],
  ["Days", "day"],
  ["Bytes", "byte"],
] as const;

/** Formats a value with its unit, which is the ending of its name. */
function amount(format: Words<"operator">["format"], name: string, value: number): string {
  const unit = units.find(([ending]) => name.endsWith(ending))?.[1];
  return format.number(value, unit && { style: "unit", unit, unitDisplay: "long" });
}
