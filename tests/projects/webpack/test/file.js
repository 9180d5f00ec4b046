module.exports = 'file.png';
