const wanted = { key: "enterprise", name: "Enterprise" };
const type = { id: "01938f2c-7d22-7a1b-9c3d-4e5f60718293", ...wanted };

export const organizationTypeExamples = { wanted, type, list: { organization_types: [type] } };
