const workspace = {
  organization_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  environment: "production",
  status: "active" as const,
  organization_type: "customer",
  package_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b60",
};

export const workspaceExamples = {
  workspace,
  package: { package_id: workspace.package_id },
  type: { organization_type: "customer" },
  place: { environment: "production", organization_type: "customer" },
};
