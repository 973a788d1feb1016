export default { compress: false };
