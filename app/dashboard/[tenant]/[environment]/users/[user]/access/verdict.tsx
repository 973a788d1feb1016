import type { ReactNode } from "react";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { Words } from "@/app/dashboard/_nouns/words";
import { Card } from "@/app/dashboard/_parts/card";
import type { AccessDecision, AccessGrant } from "@/lib/access/access";
import { layerInWords } from "./layers";

type Names = ReadonlyMap<string, string>;

/** What the evaluator decided, and what a token would carry. */
export function Verdict({ decision, names }: { decision: AccessDecision; names: Names }) {
  return (
    <div className="mb-8">
      <Card>
        {decision.outcome === "granted" && (
          <Said title="Yes, the user gets in" tone="text-green-800 dark:text-green-300">
            {decision.observed.length > 0 && (
              <p className="mb-4">
                Only because the entitlement policy observes and does not enforce.
              </p>
            )}
            <Granted grant={decision.grant} names={names} />
          </Said>
        )}
        {decision.outcome === "denied" && (
          <Said title="No, the user is refused" tone="text-red-800 dark:text-red-300">
            <p>
              Refused: {layerInWords(decision.reason).refused} (<Mono>{decision.reason}</Mono>).{" "}
              {layerInWords(decision.reason).mend}
            </p>
          </Said>
        )}
        {decision.outcome === "selection_required" && (
          <Said
            title="Yes, after choosing an organization"
            tone="text-green-800 dark:text-green-300"
          >
            <p>
              More than one reaches the app:{" "}
              {decision.organizations.map(({ name }) => name).join(", ")}. The app has to say which
              one is meant.
            </p>
          </Said>
        )}
      </Card>
    </div>
  );
}

function Said({ title, tone, children }: { title: string; tone: string; children: ReactNode }) {
  return (
    <>
      <h3 className={`mb-3 text-lg font-semibold ${tone}`}>{title}</h3>
      {children}
    </>
  );
}

function Granted({ grant, names }: { grant: AccessGrant; names: Names }) {
  return (
    <Facts
      rows={[
        ["Through", names.get(grant.organizationId) ?? grant.organizationId],
        ["Role", <Mono key="role">{grant.role}</Mono>],
        ["Permissions", <Words key="permissions" words={grant.permissions} none="None" />],
        ["Package", grant.package ? <Mono key="package">{grant.package}</Mono> : "None"],
        ["Entitlements", <Words key="entitlements" words={grant.entitlements} none="None" />],
      ]}
    />
  );
}
