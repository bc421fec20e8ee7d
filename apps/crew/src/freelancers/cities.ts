/** A city where people live or work; `weight` is the relative number of people in the pool who live there. */
export interface City {
  name: string;
  country: string;
  lat: number;
  lon: number;
  weight: number;
}

const rows: readonly (readonly [string, string, number, number, number])[] = [
  ['Leipzig', 'DE', 51.3397, 12.3731, 26],
  ['Halle (Saale)', 'DE', 51.4828, 11.9697, 13],
  ['Dresden', 'DE', 51.0504, 13.7373, 14],
  ['Chemnitz', 'DE', 50.8278, 12.9214, 8],
  ['Jena', 'DE', 50.9271, 11.5892, 8],
  ['Erfurt', 'DE', 50.9848, 11.0299, 6],
  ['Magdeburg', 'DE', 52.1205, 11.6276, 6],
  ['Berlin', 'DE', 52.52, 13.405, 38],
  ['Potsdam', 'DE', 52.3906, 13.0645, 5],
  ['Hamburg', 'DE', 53.5511, 9.9937, 14],
  ['Bremen', 'DE', 53.0793, 8.8017, 5],
  ['Hanover', 'DE', 52.3759, 9.732, 5],
  ['Cologne', 'DE', 50.9375, 6.9603, 9],
  ['Düsseldorf', 'DE', 51.2277, 6.7735, 6],
  ['Frankfurt am Main', 'DE', 50.1109, 8.6821, 9],
  ['Stuttgart', 'DE', 48.7758, 9.1829, 7],
  ['Nuremberg', 'DE', 49.4521, 11.0767, 6],
  ['Munich', 'DE', 48.1351, 11.582, 16],
  ['Vienna', 'AT', 48.2082, 16.3738, 9],
  ['Graz', 'AT', 47.0707, 15.4395, 4],
  ['Zurich', 'CH', 47.3769, 8.5417, 6],
  ['Basel', 'CH', 47.5596, 7.5886, 3],
  ['Prague', 'CZ', 50.0755, 14.4378, 11],
  ['Brno', 'CZ', 49.1951, 16.6068, 6],
  ['Wrocław', 'PL', 51.1079, 17.0385, 9],
  ['Kraków', 'PL', 50.0647, 19.945, 8],
  ['Warsaw', 'PL', 52.2297, 21.0122, 8],
  ['Poznań', 'PL', 52.4064, 16.9252, 5],
  ['Budapest', 'HU', 47.4979, 19.0402, 6],
  ['Bratislava', 'SK', 48.1486, 17.1077, 4],
  ['Ljubljana', 'SI', 46.0569, 14.5058, 3],
  ['Zagreb', 'HR', 45.815, 15.9819, 4],
  ['Belgrade', 'RS', 44.7866, 20.4489, 6],
  ['Bucharest', 'RO', 44.4268, 26.1025, 6],
  ['Cluj-Napoca', 'RO', 46.7712, 23.6236, 5],
  ['Sofia', 'BG', 42.6977, 23.3219, 5],
  ['Athens', 'GR', 37.9838, 23.7275, 4],
  ['Kyiv', 'UA', 50.4501, 30.5234, 5],
  ['Lviv', 'UA', 49.8397, 24.0297, 5],
  ['Vilnius', 'LT', 54.6872, 25.2797, 4],
  ['Riga', 'LV', 56.9496, 24.1052, 3],
  ['Tallinn', 'EE', 59.437, 24.7536, 4],
  ['Helsinki', 'FI', 60.1699, 24.9384, 4],
  ['Stockholm', 'SE', 59.3293, 18.0686, 5],
  ['Gothenburg', 'SE', 57.7089, 11.9746, 3],
  ['Oslo', 'NO', 59.9139, 10.7522, 3],
  ['Copenhagen', 'DK', 55.6761, 12.5683, 5],
  ['Aarhus', 'DK', 56.1629, 10.2039, 2],
  ['Amsterdam', 'NL', 52.3676, 4.9041, 7],
  ['Utrecht', 'NL', 52.0907, 5.1214, 3],
  ['Brussels', 'BE', 50.8503, 4.3517, 4],
  ['Ghent', 'BE', 51.0543, 3.7174, 3],
  ['Paris', 'FR', 48.8566, 2.3522, 7],
  ['Lyon', 'FR', 45.764, 4.8357, 4],
  ['Nantes', 'FR', 47.2184, -1.5536, 4],
  ['Madrid', 'ES', 40.4168, -3.7038, 5],
  ['Barcelona', 'ES', 41.3874, 2.1686, 6],
  ['Lisbon', 'PT', 38.7223, -9.1393, 6],
  ['Porto', 'PT', 41.1579, -8.6291, 5],
  ['Milan', 'IT', 45.4642, 9.19, 5],
  ['Turin', 'IT', 45.0703, 7.6869, 3],
  ['Dublin', 'IE', 53.3498, -6.2603, 4],
  ['London', 'GB', 51.5072, -0.1276, 6],
  ['Edinburgh', 'GB', 55.9533, -3.1883, 3],
  ['Istanbul', 'TR', 41.0082, 28.9784, 5],
  ['Tbilisi', 'GE', 41.7151, 44.8271, 3],
  ['Cairo', 'EG', 30.0444, 31.2357, 2],
  ['Lagos', 'NG', 6.5244, 3.3792, 3],
  ['Nairobi', 'KE', -1.2921, 36.8219, 3],
  ['Cape Town', 'ZA', -33.9249, 18.4241, 2],
  ['Bengaluru', 'IN', 12.9716, 77.5946, 4],
  ['Hanoi', 'VN', 21.0278, 105.8342, 2],
  ['São Paulo', 'BR', -23.5505, -46.6333, 3],
  ['Buenos Aires', 'AR', -34.6037, -58.3816, 3],
  ['Medellín', 'CO', 6.2442, -75.5812, 2],
  ['Montréal', 'CA', 45.5019, -73.5674, 2],
];

export const cities: readonly City[] = rows.map(([name, country, lat, lon, weight]) => ({
  name,
  country,
  lat,
  lon,
  weight,
}));

/** ISO 3166 codes in the pool with their common names. */
export const countryNames: Readonly<Record<string, string>> = {
  DE: 'Germany',
  AT: 'Austria',
  CH: 'Switzerland',
  CZ: 'Czechia',
  PL: 'Poland',
  NL: 'Netherlands',
  FR: 'France',
  ES: 'Spain',
  PT: 'Portugal',
  IT: 'Italy',
  DK: 'Denmark',
  SE: 'Sweden',
  GB: 'United Kingdom',
  IE: 'Ireland',
};

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\s*\(.*?\)/, '')
    .replace('ł', 'l')
    .toLowerCase()
    .trim();

const otherNames: Readonly<Record<string, string>> = {
  koln: 'cologne',
  munchen: 'munich',
  wien: 'vienna',
  praha: 'prague',
  warszawa: 'warsaw',
  nurnberg: 'nuremberg',
  hannover: 'hanover',
  frankfurt: 'frankfurt am main',
  halle: 'halle',
  lisboa: 'lisbon',
  milano: 'milan',
  zuerich: 'zurich',
};

/** The city of that name, ignoring case and accents; null if it is unknown. */
export function findCity(name: string): City | null {
  const given = plain(name);
  const wanted = (Object.hasOwn(otherNames, given) ? otherNames[given] : undefined) ?? given;
  return cities.find((city) => plain(city.name) === wanted) ?? null;
}

/** The first city in a text, with its position; longer names are preferred to shorter ones inside them. */
export function findCityIn(text: string): City | null {
  const searched = ` ${plain(text).replace(/[^a-z0-9-]+/g, ' ')} `;
  const names = [
    ...cities.map((city) => [plain(city.name), city] as const),
    ...Object.keys(otherNames).map((name) => [name, findCity(name)] as const),
  ].sort(([a], [b]) => b.length - a.length);
  for (const [name, city] of names) if (city && searched.includes(` ${name} `)) return city;
  return null;
}
