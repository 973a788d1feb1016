import { groupedRecoveryCode } from "@/lib/core/factors/recovery-code";
import { CopyButton } from "@/lib/core/oidc/pages/copy-button";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

/** Recovery codes to read, copy and print. */
export function RecoveryCodes({ look: { t }, codes }: { look: PageLook; codes: string[] }) {
  const grouped = codes.map(groupedRecoveryCode);
  return (
    <div className="stack-tight">
      <ul className="codes" dir="ltr">
        {grouped.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={grouped.join("\n")} done={t("recovery.copied")}>
        {t("recovery.copy")}
      </CopyButton>
    </div>
  );
}
