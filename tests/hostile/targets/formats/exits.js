console.error('leaving');
process.exit(3);
