export default { turbopack: { root: process.cwd() }, compress: false };
