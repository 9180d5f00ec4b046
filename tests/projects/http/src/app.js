'use strict';
const http = require('node:http');

function json(res, status, body) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

async function bodyOf(req) {
  let text = '';
  for await (const chunk of req) text += chunk;
  return JSON.parse(text);
}

function createServer() {
  const incidents = [];
  return http.createServer(async (req, res) => {
    const url = new URL(req.url, 'http://localhost');
    switch (url.pathname) {
      case '/incidents':
        if (req.method === 'POST') {
          try {
            const { title, severity = 'low' } = await bodyOf(req);
            if (!title) return json(res, 400, { error: 'title is missing' });
            incidents.push({ id: incidents.length + 1, title, severity });
            return json(res, 201, incidents[incidents.length - 1]);
          } catch (error) {
            return json(res, 400, { error: 'malformed' });
          }
        }
        return json(res, 200, incidents.filter((one) => !url.searchParams.get('severity') || one.severity === url.searchParams.get('severity')));
      case '/old':
        res.writeHead(301, { location: '/incidents' });
        return res.end();
      default:
        return json(res, 404, { error: 'nothing here' });
    }
  });
}

module.exports = { createServer };
