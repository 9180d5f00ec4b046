exports.name = () => 'common';
