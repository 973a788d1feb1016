import { Table } from "@/app/dashboard/_parts/table";
import { TextLink } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { TenantStatus } from "@/app/dashboard/operator/_parts/tenant-status";
import type { TenantActivity } from "@/lib/features/statistics/activity-store";

/** Tenants with their users' activity, busiest first. */
export async function BusyTenants({ tenants }: { tenants: TenantActivity[] }) {
  const { t, format } = await wordsOf("operator");
  if (tenants.length === 0)
    return <p className="text-neutral-600 dark:text-neutral-400">{t("overview.noTenants")}</p>;
  return (
    <Table
      caption={t("overview.busiest")}
      head={[
        t("overview.tenant"),
        t("overview.signIns"),
        t("overview.failed"),
        t("overview.lockouts"),
        t("overview.activeUsers"),
      ]}
    >
      {tenants.map((tenant) => (
        <tr key={tenant.publicId}>
          <td className="min-w-40 wrap-anywhere">
            <TextLink href={`/dashboard/operator/tenants/${tenant.publicId}`}>
              {tenant.name}
            </TextLink>{" "}
            {tenant.status === "disabled" && <TenantStatus status="disabled" t={t} />}
          </td>
          <td className="tabular-nums">{format.number(tenant.signIns)}</td>
          <td className="tabular-nums">{format.number(tenant.failures)}</td>
          <td className="tabular-nums">{format.number(tenant.lockouts)}</td>
          <td className="tabular-nums">{format.number(tenant.activeUsers)}</td>
        </tr>
      ))}
    </Table>
  );
}
