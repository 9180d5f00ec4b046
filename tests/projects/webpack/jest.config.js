module.exports = {
  moduleNameMapper: {
    '\\.css$': 'identity-obj-proxy',
    '\\.png$': '<rootDir>/test/file.js',
  },
};
