import { Document, isScalar, visit } from "yaml";
import {
  fileOf,
  type TenantConfiguration,
} from "@/lib/features/configuration/contract/tenant-configuration";
import { withoutVariables } from "@/lib/features/configuration/variables";

const HEAD = ` yaml-language-server: $schema=tenant.schema.json
 What a tenant is configured with. The schema for editors: atrium tenant schema > tenant.schema.json
 Secrets are no part of it.`;

/** Serialises a configuration as YAML. Parsing it gives the same configuration. */
export function configurationYaml(configuration: TenantConfiguration): string {
  const document = new Document(fileOf(configuration));
  document.commentBefore = HEAD;
  visit(document, {
    Scalar: (_, node) => {
      if (isScalar(node) && typeof node.value === "string")
        node.value = withoutVariables(node.value);
    },
  });
  return document.toString({ lineWidth: 0 });
}
