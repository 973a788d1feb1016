import type { Metadata } from "next";
import { Badge } from "@/app/dashboard/_parts/badge";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { Table } from "@/app/dashboard/_parts/table";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { readLimits } from "@/lib/platform/operators/read-limits";

export const metadata: Metadata = { title: "Limits" };

/** The brakes and limits that are in force, and what sets each of them. */
export default async function LimitsPage() {
  await signedInOperator();
  return (
    <>
      <PageHead
        title="Limits"
        about="The brakes and limits of this installation as they are in force. They are set in the environment of its processes and read when these start, so that nobody loosens a brake that is holding."
      />
      <Table caption="Limits" head={["What it limits", "In force", "Default", "Variable"]}>
        {readLimits().map(({ name, value, default: usual, variable, description }) => (
          <tr key={name}>
            <td className="min-w-64 first-letter:uppercase">{description}</td>
            <td className="whitespace-nowrap tabular-nums">
              {amount(name, value)} {value !== usual && <Badge tone="amber">changed</Badge>}
            </td>
            <td className="whitespace-nowrap tabular-nums">{amount(name, usual)}</td>
            <td className="font-mono text-xs">{variable}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** A value with its unit, which is the end of its name. */
function amount(name: string, value: number): string {
  return value.toLocaleString("en") + (name.endsWith("Seconds") ? " s" : "");
}
