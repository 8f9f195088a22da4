import AdView

let inventory = """
  {"adviewInventory": 1, "pages": [{"page": "home"}], "units": [{"adUnitId": "div-1", "page": "home"}]}
  """

let database = try await AdDatabase.open(at: "ads.sqlite", seed: Array(inventory.utf8))
