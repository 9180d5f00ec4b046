const BASE = 'https://weather.example.com/v1';

export class WeatherError extends Error {
  constructor(message, status) {
    super(message);
    this.name = 'WeatherError';
    this.status = status;
  }
}

/** What the service says about a place. */
export async function currentWeather(place) {
  if (!place) throw new WeatherError('no place', 400);
  let response;
  try {
    response = await fetch(`${BASE}/current?q=${encodeURIComponent(place)}`);
  } catch (error) {
    throw new WeatherError(`the service cannot be reached: ${error.message}`);
  }
  if (response.status === 404) return null;
  if (!response.ok) throw new WeatherError('the service failed', response.status);
  const data = await response.json();
  return { place: data.location.name, celsius: data.current.temp_c, windy: data.current.wind_kph > 40 };
}
